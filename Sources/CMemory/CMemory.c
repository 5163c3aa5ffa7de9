// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Everything is inline in the header; this file makes the target one that builds.
#include "CMemory.h"

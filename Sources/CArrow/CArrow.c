// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A target needs a source file; the header holds structures alone.

#include "arrow_c_data.h"

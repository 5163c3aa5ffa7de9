# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""The starter catalog, which `rxkit.open` takes where the user has no other.

Reconstructed, and not a release of the U.S. National Library of Medicine: do not rely on it.
"""

# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Executes the notebooks in Examples/Notebook."""

from __future__ import annotations

import importlib
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "Examples" / "Notebook"


class NotebookTests(unittest.TestCase):
    def test_each_runs_shows_its_plots_and_is_saved_without_outputs(self) -> None:
        for name in ("nbclient", "nbformat", "ipykernel", "matplotlib", "polars"):
            try:
                importlib.import_module(name)
            except ImportError as error:
                raise unittest.SkipTest(f"{name} is not installed") from error
        import nbclient
        import nbformat

        paths = sorted(FOLDER.glob("*.ipynb"))
        self.assertTrue(paths)
        for path in paths:
            notebook = nbformat.read(path, as_version=4)
            cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
            self.assertFalse(any(cell.outputs or cell.execution_count for cell in cells), path)
            nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
            for cell in cells:
                kinds = [kind for output in cell.outputs for kind in output.get("data", {})]
                plots = cell.source.count("plt.show()")
                self.assertEqual(kinds.count("image/png"), plots, cell.source)


if __name__ == "__main__":
    unittest.main()

"""Making one whole of a driver and all the rules it calls.

Left to itself, Numba optimises every function with all that it calls and translates it into machine code, then does the
same again for whoever calls it: the rules at the bottom of a game go through that a dozen times, and most of the first
start would be spent on code that nobody runs. Here a compiled function is only a piece. The pieces that a driver needs
are linked, optimised and translated once, when Python calls the driver.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

# Is told of every piece when it is begun, and (True) of every driver when its pieces are all there.
watcher: Callable[[bool], None] | None = None


class Piece(JITCodeLibrary):  # type: ignore[misc]  # Numba is not typed
    """A compiled function that is not yet linked with those it calls."""

    _linking_libraries: list[Any]
    _shared_module: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if watcher is not None:
            watcher(False)

    def _ensure_finalized(self) -> None:
        """Others may link it as it is; only what Python calls has to be ready to run."""

    def get_pointer_to_function(self, name: str) -> int:
        if not self._finalized:
            if not any(function.name == name for function in self._defined()):
                return 0  # rules have no wrapper that Python could call
            if watcher is not None:
                watcher(True)
            self.finalize()
        return int(super().get_pointer_to_function(name))

    def finalize(self) -> None:
        for module in self._needed({}):
            self._final_module.link_in(module, preserve=True)
        self._linking_libraries = []
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Numba runs a cheaper round first, to find counts of references that cancel out. Rules have none."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _needed(self, seen: dict[Any, None]) -> list[Any]:
        """What this piece calls, and what that calls in turn, each once."""
        found = []
        for library in self._linking_libraries:
            if library not in seen:
                seen[library] = None
                self._reload_init.update(library._reload_init)
                if isinstance(library, Piece):
                    found += [library._for_others(), *library._needed(seen)]
                else:
                    found.append(library._get_module_for_linking())
        return found

    def _for_others(self) -> Any:
        """The piece alone, which any number of drivers may contain."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = llvm.Linkage.linkonce_odr
        return self._shared_module

    def _get_module_for_linking(self) -> Any:
        """The piece with all that it needs, for code of other people that calls the same built-in function."""
        whole = self._for_others().clone()
        for module in self._needed({}):
            whole.link_in(module, preserve=True)
        return whole

    def _defined(self) -> list[Any]:
        return [function for function in self._final_module.functions if not function.is_declaration]

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """For the cache on disk. Nobody links to a driver, so of its text only the names are kept."""
        names = "\n".join(f'define void @"{function.name}"() {{ unreachable }}' for function in self._defined())
        return self.name, "object", (self._get_compiled_object(), llvm.parse_assembly(names).as_bitcode())

    @property
    def codegen(self) -> Any:
        return self._codegen if self._finalized else self

    def set_env(self, name: str, env: object) -> None:
        """What a function would need to raise exceptions. Rules raise none."""


def link_as_a_whole(driver: Any) -> None:
    """Lets a function, and all that is compiled for it on the way, be made of pieces."""
    compile_it = driver._compiler.compile

    def compile_as_a_whole(*arguments: Any) -> Any:
        codegen = cpu_target.target_context.codegen()
        codegen._library_class = Piece
        try:
            return compile_it(*arguments)
        finally:
            del codegen._library_class

    driver._compiler.compile = compile_as_a_whole

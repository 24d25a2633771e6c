"""reorder(path, order): top-level items by name; each item carries the comments right above it."""
import ast
from pathlib import Path
def items(path):
    text=Path(path).read_text(); lines=text.split("\n"); tree=ast.parse(text)
    out=[]; prev=0
    for n in tree.body:
        start=min([n.lineno]+[d.lineno for d in getattr(n,"decorator_list",[])])-1
        # comments above
        while start>prev and lines[start-1].startswith("#"): start-=1
        out.append([names(n),"\n".join(lines[start:n.end_lineno])]); prev=n.end_lineno
    return out
def names(n):
    if hasattr(n,"name"): return n.name
    if isinstance(n,ast.Assign): return ",".join(ast.unparse(t) for t in n.targets)
    if isinstance(n,ast.AnnAssign): return ast.unparse(n.target)
    return "@"+type(n).__name__

import { useEffect } from "react";
import { brand } from "../brand.ts";

/** Sets the document's title if the content decides it and not the route alone. Undefined leaves it. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    const own = `${title} · ${brand.name}`;
    document.title = own;
    return () => {
      // the next screen may have set it already
      if (document.title === own) document.title = before;
    };
  }, [title]);
}

import { useEffect } from "react";
import { brand } from "../brand.ts";

/** Names the document after what a screen has come to say, where its address alone says something else. Undefined: leaves it. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    const own = `${title} · ${brand.name}`;
    document.title = own;
    return () => {
      // the next screen may have named it already
      if (document.title === own) document.title = before;
    };
  }, [title]);
}

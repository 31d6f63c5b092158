import { brand } from "../brand.ts";
import { Button, LinkButton } from "./Button.tsx";
import { ErrorPanel } from "./ErrorPanel.tsx";
import { PageHeader } from "./PageHeader.tsx";

/** How browsers and Vite's style loader report that code failed to load. */
const loadErrorPattern = /dynamically imported module|module script|unable to preload/i;

/**
 * Shown when a screen crashed or its code failed to load: what happened and what to do next; details are in the
 * console.
 */
export function CrashScreen({ error, home }: { readonly error: unknown; readonly home: string }) {
  const isLoadError = error instanceof Error && loadErrorPattern.test(error.message);
  return (
    <>
      <PageHeader title={isLoadError ? "This page did not load" : "Something broke on this page"} />
      <ErrorPanel
        title={isLoadError ? "We could not fetch this page." : "A part of this page stopped working."}
        money="Looking at a page never moves money. A payment you already made is safe and counted."
        next={
          isLoadError
            ? "Check your connection, then load it again."
            : `Load the page again. If it breaks again, write to ${brand.contactEmail}.`
        }
        actions={
          <>
            <Button size="small" onClick={() => location.reload()}>
              Load again
            </Button>
            <LinkButton size="small" kind="quiet" href={home}>
              Go to the start
            </LinkButton>
          </>
        }
      />
    </>
  );
}

import type { Component } from "../../jsx/component.ts";
import type { SearchField } from "@idanimo/contract/catalogue";
import { hasFieldInput } from "./fields.ts";
import type { BulkUpload } from "./rules.ts";

/** Parts of other features that the application injects. A search type whose part is missing is not offered. */
export type WizardSlots = {
  /** Chooses a bulk file, which the server counts. */
  readonly BulkField?: Component<{
    readonly upload: BulkUpload | undefined;
    readonly onChange: (upload: BulkUpload | undefined) => void;
  }>;
  /** Captures a live face; holds its one-time reference. */
  readonly FaceField?: Component<{
    readonly reference: string | undefined;
    readonly onChange: (reference: string | undefined) => void;
  }>;
};

/** Whether the wizard has an input for a field. */
export function hasInput(name: SearchField, { BulkField, FaceField }: WizardSlots): boolean {
  if (name === "nin_csv") return BulkField !== undefined;
  if (name === "face") return FaceField !== undefined;
  return hasFieldInput(name);
}

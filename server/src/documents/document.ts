/** A paper before anybody draws it: what it says, in which order, and nothing of where. */

export type LabelledValue = { readonly label: string; readonly value: string };

/** A square that a phone reads, with its address in words for who has none. */
export type Qr = { readonly address: string; readonly alt: string; readonly caption: readonly string[] };

export type Picture = {
  readonly caption: string;
  readonly alt: string;
  readonly type: "image/jpeg" | "image/png";
  readonly bytes: Buffer;
};

export type Column = { readonly label: string; readonly amount?: true };

/** 2 stands under the title, 3 under a heading. */
type Level = 2 | 3;

export type Block =
  /** Labels with their values beside them. */
  | { readonly kind: "facts"; readonly rows: readonly LabelledValue[]; readonly qr?: Qr }
  /** Labels with amounts at the right edge. */
  | {
      readonly kind: "amounts";
      readonly title?: string;
      readonly rows: readonly LabelledValue[];
      readonly total?: LabelledValue;
    }
  /** Values under their labels, side by side. */
  | {
      readonly kind: "fields";
      readonly title?: string;
      readonly level?: Level;
      readonly fields: readonly LabelledValue[];
    }
  /** Each row has a text for each column. One that is too wide for the paper becomes a list of fields for each row. */
  | {
      readonly kind: "table";
      readonly title: string;
      readonly level?: Level;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "heading"; readonly text: string; readonly level?: Level }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "note"; readonly tone: "plain" | "caution" | "good" | "bad"; readonly text: string }
  | { readonly kind: "pictures"; readonly pictures: readonly Picture[] };

export type PdfDocument = {
  readonly title: string;
  /** A line above the title. */
  readonly eyebrow?: string;
  /** A sum in large type, and what it is. */
  readonly sum?: { readonly label: string; readonly amount: string };
  readonly blocks: readonly Block[];
  /** Stands on every page beside its number. */
  readonly footer: string;
  /** `pcm-NG`; English without it. */
  readonly lang?: string;
};

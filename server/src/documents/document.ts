/** The content of a PDF document in reading order, without any layout. */

export type LabelledValue = { readonly label: string; readonly value: string };

/** A QR code, and its address as text for readers who cannot scan it. */
export type Qr = { readonly address: string; readonly alt: string; readonly caption: readonly string[] };

export type Picture = {
  readonly caption: string;
  readonly alt: string;
  readonly type: "image/jpeg" | "image/png";
  readonly bytes: Buffer;
};

export type Column = { readonly label: string; readonly amount?: true };

/** Heading level: 2 below the title, 3 below a heading. */
type Level = 2 | 3;

export type Block =
  /** Labels with their values beside them. */
  | { readonly kind: "facts"; readonly rows: readonly LabelledValue[]; readonly qr?: Qr }
  /** Labels with right-aligned amounts. */
  | {
      readonly kind: "amounts";
      readonly title?: string;
      readonly rows: readonly LabelledValue[];
      readonly total?: LabelledValue;
    }
  /** Values below their labels, side by side. */
  | {
      readonly kind: "fields";
      readonly title?: string;
      readonly level?: Level;
      readonly fields: readonly LabelledValue[];
    }
  /** Each row has one text per column. A wide table is drawn on landscape pages. */
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
  | { readonly kind: "pictures"; readonly pictures: readonly Picture[] }
  /** A picture with labelled values beside it. */
  | { readonly kind: "subject"; readonly picture: Picture | undefined; readonly facts: readonly LabelledValue[] };

export type PdfDocument = {
  /** The title in the document's properties. */
  readonly title: string;
  /** The title on the first page, if it differs: the properties never have the name of a person. */
  readonly heading?: string;
  /** A line above the title. */
  readonly eyebrow?: string;
  /** A labelled amount in large type. */
  readonly sum?: { readonly label: string; readonly amount: string };
  readonly blocks: readonly Block[];
  /** Printed at the top of every page, as many lines as the texts need. Screen readers skip it. */
  readonly header?: readonly string[];
  /** Printed on every page beside the page number. */
  readonly footer: string;
  /** BCP 47 tag such as `pcm-NG`; English if absent. */
  readonly lang?: string;
};

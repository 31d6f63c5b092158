type KeyedSource = { readonly baseUrl: string; readonly key: string };

/** What the lookup sources need: which are used, in which order, and how each is called. */
export type SourceSettings = {
  readonly personSources: readonly string[];
  readonly bureauSources: readonly string[];
  /** Undefined in a production without an account there. */
  readonly dojah: { readonly baseUrl: string; readonly appId: string; readonly secretKey: string } | undefined;
  readonly smartcomply: { readonly baseUrl: string; readonly accessToken: string };
  readonly mono: { readonly baseUrl: string; readonly secretKey: string };
  readonly vinaudit: {
    readonly baseUrl: string;
    readonly specsUrl: string;
    readonly key: string;
    readonly user: string;
    readonly password: string;
  };
  readonly stolen: KeyedSource | undefined;
  readonly match: KeyedSource | undefined;
  readonly liveFace: KeyedSource | undefined;
  readonly internalMode: boolean;
  readonly bulkRecordsMost: number;
};

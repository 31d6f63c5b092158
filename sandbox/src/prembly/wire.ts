/** Errors outside the envelope (400, 401, 500). Their exact body is not published. */
export const errorBody = (detail: string) => ({ status: false, detail });

type Verified = {
  readonly reference: string;
  readonly payloadKey: string;
  readonly record: unknown;
  readonly price: string;
};

/** The published envelope of a successful lookup. */
export function verifiedBody({ reference, payloadKey, record, price }: Verified) {
  return {
    status: true,
    detail: "Verification successful",
    response_code: "00",
    [payloadKey]: record,
    verification: { status: "VERIFIED", reference },
    billing_info: { was_charged: true, amount: price, currency: "NGN" },
  };
}

export type RejectionCode = "01" | "02" | "03";

/** Each is sent with HTTP 200 and a useless `status`: only the code distinguishes them. */
const rejections = {
  "01": { status: true, message: "Record not found", charged: true },
  "02": { status: true, message: "Service unavailable, please try again later", charged: false },
  "03": { status: false, message: "Insufficient wallet balance", charged: false },
} as const satisfies Record<RejectionCode, { status: boolean; message: string; charged: boolean }>;

export const isCharged = (code: RejectionCode) => rejections[code].charged;

export function notVerifiedBody(code: RejectionCode, reference: string, price: string) {
  const { status, message, charged } = rejections[code];
  return {
    status,
    response_code: code,
    message,
    verification: { status: "NOT-VERIFIED", reference },
    billing_info: { was_charged: charged, amount: charged ? price : "0.00", currency: "NGN" },
  };
}

import { expect, test } from "vitest";
import { sentToMessage } from "./sent-to-message.ts";

test.each([
  {
    phone: "+2348031234567",
    email: "ada@example.com",
    text: "Enter the OTP sent to +234********67 and ada@example.com for continuation",
  },
  { phone: undefined, email: "ada@example.com", text: "Enter the OTP sent to ada@example.com for continuation" },
  { phone: undefined, email: undefined, text: "Enter the OTP sent to your phone and email for continuation" },
])("$text [OTP-03 OTP-04]", ({ phone, email, text }) => {
  expect(sentToMessage(phone, email)).toBe(text);
});

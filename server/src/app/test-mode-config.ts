import { type Config, readConfig } from "../config/config.ts";
import type { LimitPoints } from "../http/rate-limits.ts";

/** Test mode repeats numbers as often as a test needs: no limit per subject, and none per day. [DP-17] */
const unlimited = 100_000_000;
const limitPoints: LimitPoints = {
  lookup_account: unlimited,
  alike_thousand_account: unlimited,
  alike_million_account: unlimited,
  bulk_account: unlimited,
  match_account: unlimited,
  request_action_account: unlimited,
  late_reply: unlimited,
  reply_answer: unlimited,
};

/**
 * Settings of the composition for test mode: those of a demonstration, whose providers are all at the sandbox, with
 * this product's address and the kinds of check that it offers.
 */
export function testModeConfig(
  live: Config,
  { port, smtpPort }: { readonly port: number; readonly smtpPort: number },
): Config {
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`;
  const { stolen, match, liveFace, internalMode, bulkRecordsMost } = live.sources;
  const config = readConfig({
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
    ...(stolen && { STOLEN_BASE_URL: at("stolen") }),
    ...(match && { MATCH_BASE_URL: at("match") }),
    ...(liveFace && { LIVE_FACE_BASE_URL: at("live-face") }),
    ...(internalMode && { INTERNAL_MODE: "yes" }),
    BULK_RECORDS_MOST: String(bulkRecordsMost),
    PLATE_OWNER: live.PLATE_OWNER,
    DATA_DIR: live.DATA_DIR,
    ROLES: live.ROLES,
    LOG_LEVEL: live.LOG_LEVEL,
  });
  return {
    ...config,
    publicUrl: live.publicUrl,
    SUBJECT_REQUESTS_A_DAY: unlimited,
    hasSubjectLimits: false,
    addressLimitFactor: live.addressLimitFactor,
    limitPoints: { ...live.limitPoints, ...limitPoints },
    alarmThresholds: live.alarmThresholds,
  };
}

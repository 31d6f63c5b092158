export { changePrice, changeRate, planPrice, planRate, type PriceChangeRejection } from "./change-prices.ts";
export { findPriceHistory, findRateHistory, type PriceVersion, type RateVersion } from "./price-history.ts";
export type { PriceChange } from "./rules.ts";
export { findCurrentPrices } from "./store.ts";
export { pricingRoutes } from "./routes.ts";
export { offeredPricesReader } from "./use-cases.ts";
export { seedPrices } from "./seed-prices.ts";

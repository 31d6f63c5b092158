export { changePrice, changeRate, type NotChanged } from "./change.ts";
export { type PricedSince, priceHistory, rateHistory } from "./history.ts";
export { type PriceChange, type PricePart, priceParts } from "./rules.ts";
export { currentPrices } from "./store.ts";
export { pricingRoutes } from "./routes.ts";
export { amountsToTell } from "./use-cases.ts";

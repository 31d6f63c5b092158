export { currentPrices } from "./store.ts";
export { pricingRoutes } from "./routes.ts";

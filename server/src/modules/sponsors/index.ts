export { readSponsors, resolveSponsorsFile } from "./sponsors-file.ts";
export { sponsorRoutes } from "./routes.ts";

export { readSponsors, sponsorsFile } from "./file.ts";
export { sponsorRoutes } from "./routes.ts";

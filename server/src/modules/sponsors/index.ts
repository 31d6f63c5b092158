export { exampleSponsors, readSponsors } from "./file.ts";
export { sponsorRoutes } from "./routes.ts";

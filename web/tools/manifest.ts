import { brand } from "@idanimo/contract/brand";

/** An image that `draw-icons.mjs` made. */
const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/**
 * The web app manifest. The installed app opens the dashboard, which redirects a signed-out user to sign-in.
 * Source: W3C Web Application Manifest.
 */
export const manifest = {
  id: "/",
  name: brand.name,
  short_name: brand.name,
  description: brand.description,
  lang: "en-NG",
  dir: "ltr",
  start_url: "/main-dashboard",
  scope: "/",
  display: "standalone",
  orientation: "any",
  background_color: "#fbfaf6",
  theme_color: "#fbfaf6",
  categories: ["business", "utilities"],
  icons: [
    icon("icon", 192, "any"),
    icon("icon", 512, "any"),
    icon("maskable", 192, "maskable"),
    icon("maskable", 512, "maskable"),
  ],
  shortcuts: [
    { name: "Verify an identity", short_name: "Verify", url: "/dashboard" },
    { name: "Who asked about me?", short_name: "My data", url: "/my-data" },
  ],
};

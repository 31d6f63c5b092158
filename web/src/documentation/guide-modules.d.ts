declare module "*.md?guide" {
  export const html: string;
}

export { brand, type BrandLink } from "@idanimo/contract/brand";

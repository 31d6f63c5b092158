/** Positions in the price list [PRICE-04 PRICE-05 PRICE-06 PRICE-07 PRICE-08]. */
export const priceItems = {
  nin: 0,
  phone: 1,
  face: 2,
  company: 3,
  bvn: 4,
  vin: 5,
  licenseNumber: 6,
  stolenCheck: 7,
  stakeholders: 8,
  legitCar: 9,
} as const;
export type PriceItemName = keyof typeof priceItems;

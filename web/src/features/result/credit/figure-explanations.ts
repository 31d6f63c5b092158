import type { BureauFigure } from "@idanimo/contract/checks/bvn/record";

/** The meaning of each metric, for readers without experience of credit reports. */
export const figureExplanations = {
  highestLoanAmount: "The largest single loan at this bureau, repaid or not.",
  totalNoOfInstitutions: "How many banks and other lenders have reported on this person.",
  totalOverdue: "Money that is late and not yet repaid.",
  totalBorrowed: "Total of all loans at the amount first borrowed.",
  totalOutstanding: "What is still owed on all loans, late or not.",
  totalNoOfLoans: "All loans at this bureau, open and closed.",
  totalNoOfActiveLoans: "Loans still being repaid.",
  totalNoOfDelinquentFacilities: "Loans or overdrafts on which payments were missed.",
  maxNoOfDays: "The longest time a payment was late, in days.",
  totalNoOfClosedLoans: "Loans that are closed.",
} as const satisfies Record<BureauFigure, string>;

import type { BureauFigure } from "@idanimo/contract/checks/bvn/record";

/** The meaning of each metric, for readers without experience of credit reports. */
export const figureExplanations = {
  highestLoanAmount: "The largest single loan this bureau knows of, paid back or not.",
  totalNoOfInstitutions: "How many banks and other lenders have reported on the person to this bureau.",
  totalOverdue: "Money that should have been paid back by now and was not.",
  totalBorrowed: "All loans added up, each as large as it was when it was given.",
  totalOutstanding: "What is still to be paid back on all loans, late or not.",
  totalNoOfLoans: "All loans this bureau knows of, open and closed.",
  totalNoOfActiveLoans: "Loans that are still being paid back.",
  totalNoOfDelinquentFacilities: "Loans or overdrafts on which payments were missed.",
  maxNoOfDays: "The longest that a payment was ever late, in days.",
  totalNoOfClosedLoans: "Loans that have come to their end.",
} as const satisfies Record<BureauFigure, string>;

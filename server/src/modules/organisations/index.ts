export { setActiveCurrency } from "./owner-store.ts";
export { membershipSql, organisationsView, ownersView } from "./read-views.ts";

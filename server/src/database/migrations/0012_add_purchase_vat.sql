-- The VAT in a purchase's tax and charges, for its receipt. Null for purchases of earlier releases, which did not store it.

alter table purchases add column vat_minor bigint check (vat_minor >= 0 and vat_minor <= tax_minor);

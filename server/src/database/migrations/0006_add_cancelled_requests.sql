-- A requester may cancel a request that awaits consent. The item is closed as CANCELLED, and its charge is kept.

-- beside the version before: nobody runs it yet, and every value that it writes is still allowed
alter table purchase_items drop constraint purchase_items_outcome_check;
-- beside the version before: as above
alter table purchase_items add constraint purchase_items_outcome_check check (outcome in
  ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED', 'CANCELLED', 'PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER'));

-- 0014: the transaction log and the reconciler read each of their sources newest first by an index that fits.
create index purchases_paid on purchases (owner_id, paid_at desc, id desc) where paid_at is not null;
create index purchase_items_refunded on purchase_items (owner_id, moved_at desc, id desc)
  where outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED');
create index payments_ended_badly on payments (created_at) where state in ('failed', 'cancelled', 'expired') and quarantined_minor is null;

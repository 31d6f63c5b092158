-- The audit search of the console reads a page in the order of time, of one operator or of one act, among millions of rows [OC-17].
-- beside the version before: the partition of the month is small; run it at a quiet time if it is not
create index audit_log_newest on audit_log (at desc, id desc);
-- beside the version before: see above; acts that few rows have must not read the others
create index audit_log_action on audit_log (action, at desc, id desc);
-- beside the version before: operators make few rows
create index audit_log_operator on audit_log (actor_id, at desc, id desc) where actor_kind = 'operator';

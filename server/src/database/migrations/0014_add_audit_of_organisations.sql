-- The audit of an organisation [TM-17]: its rows by time, and from where each act came.
alter table audit_log add column address_block text check (length(address_block) <= 50);
-- beside the version before: no row has an organisation yet, so that it is built at once
create index audit_log_organisation on audit_log (organisation_id, at desc, id desc) where organisation_id is not null;

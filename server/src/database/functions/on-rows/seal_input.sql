-- What a seal covers of a row. In this form PostgreSQL inlines the call into the query.
create or replace function seal_input(entry audit_log) returns bytea stable
return convert_to(jsonb_build_array(
  (entry).id, extract(epoch from (entry).at)::numeric(20, 6), (entry).actor_kind, (entry).actor_id, (entry).action,
  (entry).object_id, (entry).reason)::text, 'UTF8');

-- The hash of evidence without a rule version covers no later columns.
create or replace function seal_input(entry consent_evidence) returns bytea stable
return convert_to((jsonb_build_array(
  'consent', (entry).id, extract(epoch from (entry).at)::numeric(20, 6), (entry).request_id, (entry).owner_id, (entry).event,
  (entry).channel, (entry).text_version, encode((entry).code_hash, 'hex'), (entry).parts, (entry).withheld)
  || case when (entry).rule_version is null then '[]'::jsonb
     else jsonb_build_array((entry).language, (entry).parts_offered, (entry).parts_chosen, (entry).rule_version) end)::text, 'UTF8');

revoke execute on function seal_input(audit_log), seal_input(consent_evidence) from public;

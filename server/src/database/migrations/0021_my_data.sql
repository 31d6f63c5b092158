-- 0021: a person on their own page. Where an answer to them would go is sealed with a token that only their browser holds, so that
-- these rows, too, say nothing of who they are.
alter table subject_sessions add column contact_sealed bytea;

-- What is forgotten of an old case takes along whose it was.
grant update (contact_hash) on subject_cases to idanimo_app;
create index subject_cases_answered on subject_cases (answered_at) where sealed is not null and answered_at is not null;

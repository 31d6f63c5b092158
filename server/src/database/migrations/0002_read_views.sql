-- Views through which earlier modules read tables of later ones. The rights and row-level security of the caller apply.

-- Sign-ins that still count, for the devices of the notifications module. Owned by accounts.
create view active_sign_ins with (security_invoker = true) as
select id from sign_ins where ended_at is null and ends_at > product_now();
grant select on active_sign_ins to idanimo_app;

-- What a subject is told of a request besides its consent. Owned by verification.
create view request_summaries with (security_invoker = true) as
select id, options, value_masked, purged_at from verification_requests;
grant select on request_summaries to idanimo_app;

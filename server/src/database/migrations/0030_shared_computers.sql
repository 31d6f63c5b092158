-- 0030: a sign-in on a computer that others use as well ends sooner. Programs of the version before know no such sign-in and go on.
alter table sign_ins add column shared boolean not null default false;

-- Support sends a confirmation again and removes a lost phone number: the age of the newest link, and the two columns. [OC-08]
grant select (user_id, kind, created_at) on mailed_tokens to idanimo_console;
grant update (phone, phone_verified_at) on users to idanimo_console;

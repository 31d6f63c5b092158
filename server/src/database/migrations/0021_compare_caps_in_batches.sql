-- Caps are compared and spending is counted for many payments at once.

-- beside the version before: only pages of organisations call it, and they come after the last release
drop function if exists caps_of_member(uuid, uuid);
-- beside the version before: its call reaches the new one, whose second parameter has a default
drop function if exists find_reached_cap(uuid);
-- beside the version before: only other functions call it
drop function if exists count_spending(uuid);
-- beside the version before: only other functions call it
drop function if exists charges_by_type(uuid);

-- Gets a second argument.
drop function private.stored_objects(text);

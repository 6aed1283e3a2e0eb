//! Esports notifications for users who are away from the page: by push or mail, once, and not in quiet hours. Tested against a push service
//! that checks the sender.

mod settings;
pub mod stage;
mod telling;

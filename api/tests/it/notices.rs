//! Who is not on the page hears of esports messages: by push or mail, once, and not in quiet hours. Against a push service that checks who sends.

mod settings;
pub mod stage;
mod telling;

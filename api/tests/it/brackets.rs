//! Brackets over HTTP: drawn, published, played to the end, corrected, and decided by many at once.

mod correcting;
mod drawing;
pub mod field;
mod groups;
mod leaving;
mod playing;
mod scores;
mod stages;
mod survivor;

//! Entering tournaments, over HTTP: rosters and evidence, review, places and the waiting list, and simultaneous actions.

mod cup;
mod desk;
mod entering;
mod evidence;
mod places;
mod races;
mod refusals;
mod review;

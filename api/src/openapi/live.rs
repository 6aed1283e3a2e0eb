//! The schema of live events, from which the web's types are generated.

use manao_kernel::Feature;
use manao_kernel::live::Schemas;
use utoipa::openapi::schema::OneOfBuilder;
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// Adds `LiveEvent`, one of all events that the features emit, and the schemas it refers to.
pub fn add(document: &mut OpenApi, features: &[Feature]) {
    let events = || features.iter().flat_map(|feature| &feature.events);
    let about = "What a client hears: `event` and `data` of the hub's event frame.";
    let all = events().fold(OneOfBuilder::new(), |all, event| all.item((event.frame)())).description(Some(about)).build();
    let mut schemas: Schemas = vec![("LiveEvent".to_owned(), RefOr::T(Schema::OneOf(all)))];
    events().for_each(|event| (event.parts)(&mut schemas));
    document.components.get_or_insert_default().schemas.extend(schemas);
}

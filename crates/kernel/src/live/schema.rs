//! Live events in the OpenAPI document: `event` and `data` of the hub's event frame.

use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};

use super::LiveEvent;

pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// The schema of a kind of live event; its feature registers it.
#[derive(Clone, Copy)]
pub struct EventSchema {
    pub frame: fn() -> RefOr<Schema>,
    /// Adds the schemas that the frame refers to
    pub parts: fn(&mut Schemas),
}

impl EventSchema {
    pub fn new<E: LiveEvent + ToSchema>() -> Self {
        Self { frame: frame::<E>, parts: parts::<E> }
    }
}

fn frame<E: LiveEvent + ToSchema>() -> RefOr<Schema> {
    let name = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some([E::NAME]));
    let event = ObjectBuilder::new()
        .description(Some(E::ABOUT))
        .property("event", name)
        .required("event")
        .property("data", Ref::from_schema_name(E::name()))
        .required("data");
    RefOr::T(Schema::Object(event.build()))
}

fn parts<E: LiveEvent + ToSchema>(schemas: &mut Schemas) {
    schemas.push((E::name().into_owned(), E::schema()));
    E::schemas(schemas);
}

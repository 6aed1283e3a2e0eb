//! A table that tracks its changes since the last call of [`Table::changes`].

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Deref,
    sync::Arc,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use serde_json::Value;

/// Rows by key. Reading is a `BTreeMap`'s; every way to change a row notes its key.
#[derive(Debug, Clone)]
pub struct Table<V> {
    rows: BTreeMap<String, Arc<V>>,
    changed: BTreeSet<String>,
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { rows: BTreeMap::new(), changed: BTreeSet::new() }
    }
}

impl<V> Deref for Table<V> {
    type Target = BTreeMap<String, Arc<V>>;

    fn deref(&self) -> &Self::Target {
        &self.rows
    }
}

impl<V> Table<V> {
    pub fn put(&mut self, key: impl Into<String>, value: impl Into<Arc<V>>) {
        let key = key.into();
        self.changed.insert(key.clone());
        self.rows.insert(key, value.into());
    }

    pub fn take(&mut self, key: &str) -> Option<Arc<V>> {
        let taken = self.rows.remove(key)?;
        self.changed.insert(key.to_owned());
        Some(taken)
    }

    /// Removes rows that do not pass.
    pub fn keep(&mut self, mut passes: impl FnMut(&V) -> bool) {
        let changed = &mut self.changed;
        self.rows.retain(|key, value| {
            let stays = passes(value);
            if !stays {
                changed.insert(key.clone());
            }
            stays
        });
    }

    /// Returns the first matching row, in order, to be changed.
    pub fn find_mut(&mut self, fits: impl Fn(&V) -> bool) -> Option<&mut V>
    where
        V: Clone,
    {
        let key = self.rows.iter().find(|(_, value)| fits(value)).map(|(key, _)| key.clone())?;
        self.row(&key)
    }

    /// Returns one row to be changed.
    pub fn row(&mut self, key: &str) -> Option<&mut V>
    where
        V: Clone,
    {
        let row = self.rows.get_mut(key)?;
        self.changed.insert(key.to_owned());
        Some(Arc::make_mut(row))
    }

    /// Takes the changed rows since the last call; None stands for a removed one.
    pub fn changes(&mut self) -> Vec<(String, Option<Arc<V>>)> {
        let rows = &self.rows;
        std::mem::take(&mut self.changed)
            .into_iter()
            .map(|key| {
                let value = rows.get(&key).cloned();
                (key, value)
            })
            .collect()
    }

    /// Applies a change that was written down.
    pub fn apply(&mut self, changes: BTreeMap<String, Value>) -> serde_json::Result<()>
    where
        V: DeserializeOwned,
    {
        for (key, value) in changes {
            match value {
                Value::Null => {
                    self.rows.remove(&key);
                }
                value => {
                    self.rows.insert(key, Arc::new(serde_json::from_value(value)?));
                }
            }
        }
        Ok(())
    }
}

impl Table<i64> {
    /// Adds to a sum.
    pub fn add(&mut self, key: &str, amount: i64) {
        let sum = self.rows.get(key).map_or(0, |sum| **sum) + amount;
        self.put(key, sum);
    }

    pub fn sum(&self, key: &str) -> i64 {
        self.rows.get(key).map_or(0, |sum| **sum)
    }
}

impl<V: Serialize> Serialize for Table<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Table<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { rows: BTreeMap::deserialize(deserializer)?, changed: BTreeSet::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_noted_once_and_can_be_taken_up_elsewhere() {
        let mut table = Table::<i64>::default();
        let mut copy = Table::<i64>::default();
        table.put("a", 1);
        table.put("b", 2);
        table.add("b", 5);
        table.put("c", 3);
        table.take("a");
        table.keep(|value| *value != 3);
        if let Some(value) = table.find_mut(|value| *value == 7) {
            *value = 8;
        }
        assert_eq!(table.take("nobody"), None);
        let changes = table.changes();
        let keys: Vec<_> = changes.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["a", "b", "c"]);
        let written = changes.into_iter().map(|(key, value)| (key, serde_json::json!(value)));
        copy.apply(written.collect()).unwrap();
        assert_eq!(*copy, *table);
        assert_eq!(copy.sum("b"), 8);
        assert!(table.changes().is_empty() && copy.changes().is_empty());
    }
}

// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The tables of a store, as numbered migrations: a store of schema n gets the
// migrations from n on. A migration that was released never changes.
//
// Dates are nanoseconds since 1970, flags 0 or 1, quantities in the unit next to
// them, uuids 16 bytes. A revision is the number of a transaction that changed
// something an app can see; anchors are revisions.
//
// A deleted sample stays as a row with the revision of its deletion, so that
// anchored queries can tell which of their predicates it matched; pruning
// removes such rows and their bytes (secure_delete).
//
// Each row has a checksum over its table's name and its values, which triggers keep
// up to date, and the tables with a few long-lived rows have a second copy of them in
// an index. A recovery takes what the checksums hold for, from either place.

enum StoreSchema {
  /// `PRAGMA application_id`: `RxHS` in ASCII.
  static let applicationID = 0x5278_4853

  /// The number of the newest schema.
  static var version: Int { migrations.count }

  static let migrations = [
    """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      identifier BLOB NOT NULL CHECK (length(identifier) = 16),
      revision INTEGER NOT NULL,
      pruned INTEGER NOT NULL,                       -- deletions up to it are forgotten
      swept INTEGER,                                 -- slots due up to it have their event
      notifications INTEGER NOT NULL CHECK (notifications IN (0, 1))
    ) STRICT;

    CREATE TABLE epoch (                             -- a restored backup begins one
      number INTEGER PRIMARY KEY,
      revision INTEGER NOT NULL                      -- anchors of earlier epochs end here
    ) STRICT;

    CREATE TABLE zone_stay (                         -- where the person is
      start_date INTEGER PRIMARY KEY,
      name TEXT NOT NULL
    ) STRICT;

    CREATE TABLE medication (
      id INTEGER PRIMARY KEY,                        -- in the order of adding
      domain TEXT NOT NULL,
      identifier TEXT NOT NULL,
      display_text TEXT NOT NULL,
      general_form TEXT NOT NULL,
      nickname TEXT,
      is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
      schedule TEXT,                                 -- JSON; NULL means as needed
      unit TEXT NOT NULL,
      strength TEXT,                                 -- an extension: text for people
      stock REAL,                                    -- an extension: how much is left
      added INTEGER NOT NULL,
      UNIQUE (domain, identifier)
    ) STRICT;

    CREATE TABLE coding (
      medication INTEGER NOT NULL REFERENCES medication,
      system TEXT NOT NULL,
      version TEXT,
      code TEXT NOT NULL
    ) STRICT;
    CREATE INDEX coding_by_medication ON coding (medication);

    CREATE TABLE schedule_period (                   -- when which schedule makes events
      id INTEGER PRIMARY KEY,
      medication INTEGER NOT NULL REFERENCES medication,
      schedule TEXT NOT NULL,
      start_date INTEGER NOT NULL,                   -- slots due after it
      end_date INTEGER                               -- and not after this
    ) STRICT;
    CREATE INDEX period_by_medication ON schedule_period (medication);

    CREATE TABLE dose_event (
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
      medication INTEGER NOT NULL REFERENCES medication,
      schedule_type INTEGER NOT NULL CHECK (schedule_type IN (1, 2)),
      slot INTEGER,                                  -- what the clock showed, in seconds
      scheduled_date INTEGER,
      scheduled_quantity REAL,
      quantity REAL CHECK (quantity >= 0),
      unit TEXT NOT NULL,
      status INTEGER NOT NULL,
      reminder INTEGER,                              -- when, if snoozed; negative: it was given
      start_date INTEGER NOT NULL,
      end_date INTEGER NOT NULL CHECK (end_date >= start_date),
      source_name TEXT NOT NULL,
      source_identifier TEXT NOT NULL,
      device TEXT,                                   -- JSON
      metadata TEXT,                                 -- JSON
      inserted INTEGER NOT NULL,                     -- revision
      deleted INTEGER,                               -- revision; NULL while it is live
      CHECK ((schedule_type = 2) = (slot IS NOT NULL)),
      CHECK ((schedule_type = 2) = (scheduled_date IS NOT NULL)),
      CHECK ((schedule_type = 2) = (scheduled_quantity IS NOT NULL))
    ) STRICT;
    CREATE UNIQUE INDEX live_dose_by_slot ON dose_event (medication, slot)
      WHERE slot IS NOT NULL AND deleted IS NULL;
    CREATE INDEX dose_by_slot ON dose_event (medication, slot);
    CREATE INDEX dose_by_medication ON dose_event (medication, start_date);
    -- What a chart counts, so that a year of them is read off the index alone.
    CREATE INDEX dose_by_start ON dose_event (start_date, deleted, status, medication, uuid);
    CREATE INDEX dose_by_schedule ON dose_event (scheduled_date) WHERE scheduled_date IS NOT NULL;
    CREATE INDEX snoozed_dose ON dose_event (status) WHERE status = 3 AND deleted IS NULL;
    CREATE INDEX dose_by_revision ON dose_event (inserted);
    CREATE INDEX dose_by_deletion ON dose_event (deleted) WHERE deleted IS NOT NULL;

    CREATE TABLE category_sample (
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
      type TEXT NOT NULL,
      value INTEGER NOT NULL,
      start_date INTEGER NOT NULL,
      end_date INTEGER NOT NULL CHECK (end_date >= start_date),
      source_name TEXT NOT NULL,
      source_identifier TEXT NOT NULL,
      device TEXT,
      metadata TEXT,
      inserted INTEGER NOT NULL,
      deleted INTEGER
    ) STRICT;
    CREATE INDEX sample_by_start ON category_sample (start_date);
    CREATE INDEX sample_by_revision ON category_sample (inserted);
    CREATE INDEX sample_by_deletion ON category_sample (deleted) WHERE deleted IS NOT NULL;

    CREATE TABLE app (
      id INTEGER PRIMARY KEY,
      bundle_identifier TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      asked INTEGER NOT NULL CHECK (asked IN (0, 1)) -- requested medications
    ) STRICT;

    CREATE TABLE medication_grant (
      app INTEGER NOT NULL REFERENCES app,
      medication INTEGER NOT NULL REFERENCES medication,
      revision INTEGER NOT NULL,
      PRIMARY KEY (app, medication)
    ) STRICT;

    CREATE TABLE type_permission (                   -- 0 not requested, 1 denied, 2 granted
      app INTEGER NOT NULL REFERENCES app,
      type TEXT NOT NULL,
      share INTEGER NOT NULL CHECK (share IN (0, 1, 2)),
      read INTEGER NOT NULL CHECK (read IN (0, 1, 2)),
      revision INTEGER NOT NULL,                     -- of the last change of read
      PRIMARY KEY (app, type)
    ) STRICT;
    """
  ]

  /// The tables whose rows are kept a second time; the rest grow, or change with each write.
  static let copiedTables = [
    "zone_stay", "medication", "coding", "schedule_period", "app", "medication_grant",
    "type_permission",
  ]

  /// The tables in an order in which rows can be inserted.
  static let tables = [
    "store", "epoch", "zone_stay", "medication", "coding", "schedule_period", "dose_event",
    "category_sample", "app", "medication_grant", "type_permission",
  ]
}

extension StoreTransaction {
  /// Makes the checksums, their triggers and the copies of rows for the columns there are now.
  func keepChecksums() throws(HealthError) {
    for table in StoreSchema.tables {
      var columns = try columns(of: table)
      if let index = columns.firstIndex(of: "checksum") {
        columns.remove(at: index)
      } else {
        try execute("ALTER TABLE \(table) ADD COLUMN checksum INTEGER")
      }
      let names = columns.joined(separator: ", ")
      let update = "UPDATE \(table) SET checksum = row_checksum('\(table)', \(names))"
      try execute(
        """
        DROP TRIGGER IF EXISTS \(table)_inserted;
        DROP TRIGGER IF EXISTS \(table)_updated;
        DROP INDEX IF EXISTS \(table)_copy;
        \(update);
        CREATE TRIGGER \(table)_inserted AFTER INSERT ON \(table)
          BEGIN \(update) WHERE rowid = new.rowid; END;
        CREATE TRIGGER \(table)_updated AFTER UPDATE OF \(names) ON \(table)
          BEGIN \(update) WHERE rowid = new.rowid; END;
        """)
      guard StoreSchema.copiedTables.contains(table) else { continue }
      try execute("CREATE INDEX \(table)_copy ON \(table) (\(names), checksum)")
    }
  }
}

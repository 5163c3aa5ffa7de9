// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension HealthDatabase {
  /// Forgets deletions up to the present, and overwrites what was deleted.
  ///
  /// Anchors from before are refused afterwards with ``HealthError/expiredAnchor``.
  public func prune() throws(HealthError) {
    try write { (transaction) throws(HealthError) in
      try transaction.execute(
        """
        DELETE FROM dose_event WHERE deleted IS NOT NULL
          AND (slot IS NULL OR scheduled_date <= (SELECT swept FROM store));
        DELETE FROM category_sample WHERE deleted IS NOT NULL;
        UPDATE store SET pruned = revision;
        """)
    }
    try truncateLog()
  }

  /// Deletes everything; the store begins anew, and no old anchor is good for it.
  ///
  /// What was there is overwritten with zeros in the file and in its log.
  public func erase() throws(HealthError) {
    try write { (transaction) throws(HealthError) in
      let identifier = try transaction.newUUID()
      for table in StoreSchema.tables.reversed() {
        try transaction.execute("DELETE FROM \(table)")
      }
      try transaction.insertBeginning(identifier)
    }
    try truncateLog()
    try execute("VACUUM")
    try truncateLog()
  }

  private func truncateLog() throws(HealthError) {
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}

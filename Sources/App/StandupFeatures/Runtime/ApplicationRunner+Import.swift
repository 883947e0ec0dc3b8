import MeetingTiming

// The choice of a file to import, on a queue of its own because a folder may be large or on a slow disk.

extension ApplicationRunner {
    /// Finds what a path names; nil is the folder of the last import, else the reader's first folder.
    func findFile(_ path: String?, in folder: String) {
        beginEffect()
        let (folders, preferences) = (dependencies.folders, dependencies.preferences)
        files.async {
            var result = Result { () throws(FolderProblem) in
                try folders.find(path ?? preferences.value(.importFolder) ?? folders.start, in: folder)
            }
            if path == nil, case .failure = result {
                result = Result { () throws(FolderProblem) in try folders.find(folders.start, in: folder) }
            }
            self.perform { [result] runner in runner.take([.foundFile(path, result)], answers: 1) }
        }
    }

    /// Reads what a file contains, and remembers its folder.
    func inspectFile(_ path: String) {
        beginEffect()
        let (inspector, preferences) = (dependencies.inspector, dependencies.preferences)
        files.async {
            let result = Result { () throws(TaskProblem) in try inspector.inspect(path) }
            if case .success = result, let folder = FilePath.parent(of: path) {
                preferences.keep(folder, for: .importFolder)
            }
            self.perform { $0.take([.inspected(path, result)], answers: 1) }
        }
    }
}
